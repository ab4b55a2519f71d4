/** `npm run docs`: writes the made parts of README.md and of the prompts. */
import { writeFileSync } from 'node:fs';
import { madeDocuments, readDocument } from './documents.ts';

for (const [path, text] of Object.entries(madeDocuments())) {
  if (text !== readDocument(path)) {
    writeFileSync(new URL(`../../${path}`, import.meta.url), text);
    console.log(`${path} written`);
  }
}
