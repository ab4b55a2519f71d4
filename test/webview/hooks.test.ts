import { stopStage } from './panelPage.ts';

// Of the whole run: the browser is shared by all files.
after(() => stopStage());
