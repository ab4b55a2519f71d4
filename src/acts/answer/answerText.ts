/** What the person chose and typed; `choice` is an option's id. `answerOf` says what goes on the line. */
export interface Answer {
  text: string;
  choice: string | null;
}
