import type { PanelText } from '../../../src/ui/panels/rpc.ts';

/** A panel that only tests have: what the shared parts do, without any panel's own. */
export type SampleContract = {
  slices: {
    text: { asks: { which: number }; gives: { text: PanelText } };
    rows: { asks: { page: number }; gives: { count: number; rows: string[] } };
  };
  requests: {
    act: { takes: { word: string }; gives: { heard: string } };
    fails: { takes: null; gives: null };
  };
  events: { look: { at: number } };
};

export type SampleTexts = { title: string; rows: string; act: string; fold: string };
