/** Whether a text is shown as it is written: nothing in it is an argument, a tag or an escape. */
export const isPlain = (text: string): boolean => !/[{}<']/.test(text)
