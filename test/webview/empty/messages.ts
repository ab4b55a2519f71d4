/** A panel of which there is nothing but a slice that holds nothing. */
export type EmptyContract = {
  slices: { nothing: { asks: null; gives: null } };
  requests: Record<never, never>;
  events: Record<never, never>;
};
