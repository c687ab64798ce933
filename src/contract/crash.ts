/**
 * A fault of the browser application, as a browser reports it to the server. It names the fault and the place in the code, never the
 * data on screen.
 */
export interface CrashReport {
  /** The message of the error, without data (`withoutData`). */
  readonly message: string
  /** The components, or else the functions, from the inner to the outer. */
  readonly path: readonly string[]
  /** The build of the page that the fault is in, or `development`. */
  readonly build: string
}

export const maxMessage = 300
export const maxPath = 12
export const maxPathItem = 120

/** Words of programs never have so many digits in a row; telephone, tax and order numbers do. */
const numbers = /\d{4,}/g
const addresses = /\S+@\S+/g
/** An engine quotes the text that it could not read: `Unexpected token 'J', "Jan Kowalski" is not valid JSON`. */
const quotedTexts = /"[^"]*"|„[^”]*”/g

/** The text of an error without what may be data of people: e-mail addresses, long numbers and quoted texts. */
export const withoutData = (text: string): string =>
  text.replace(quotedTexts, '"…"').replace(addresses, '…').replace(numbers, '…').slice(0, maxMessage)
