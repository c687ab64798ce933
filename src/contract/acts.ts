/** What was done, as a sentence without the thing that it was done to. */

/**
 * The message of what a command did, where the parameters of its history are not known, as in the audit: `{name}.act`, which a command
 * has whose history says more than that, else the sentence of history; the label where it keeps no history.
 * @param has whether there is a text of this key
 */
export const actKey = (has: (key: string) => boolean, command: string): string =>
  [`${command}.act`, `${command}.history`].find(has) ?? `${command}.label`

/** What every sentence of history may ask for: of one thing, and for everybody. */
export const actParams = { count: 1, staffOnly: 0 } as const
