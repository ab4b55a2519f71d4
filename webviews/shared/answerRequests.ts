/** What a page asks its host for to have asks answered in it. */
import type { AnswerContract } from '../../src/ui/panels/questions/questionsMessages.ts';
import type { Reply } from '../../src/ui/panels/rpc.ts';

type Contract = AnswerContract['requests'];

export type AnswerRequests = {
  [N in keyof Contract]: (value: Contract[N]['takes']) => Promise<Reply<Contract[N]['gives']>>;
};

/** The host of any panel in which one answers. */
export interface AnswerHost {
  request<N extends keyof Contract>(
    name: N,
    value: Contract[N]['takes'],
  ): Promise<Reply<Contract[N]['gives']>>;
}

export function requestsOf(host: AnswerHost): AnswerRequests {
  return {
    draft: (value) => host.request('draft', value),
    send: (value) => host.request('send', value),
    discard: (value) => host.request('discard', value),
    whole: (value) => host.request('whole', value),
    writeInEditor: (value) => host.request('writeInEditor', value),
    wayOut: (value) => host.request('wayOut', value),
    copyText: (value) => host.request('copyText', value),
    steerWith: (value) => host.request('steerWith', value),
  };
}
