/** One of the answers that an agent offers with its question. */
export interface Option {
  id: string;
  label: string;
}
