/**
 * What comes of handing an order over. There are three outcomes: the order is booked under a number; the accounting system refuses it, and would
 * refuse it again; or the outcome is unknown, and the same call is made again. Whatever is not clearly one of the first two is the third:
 * repeating is safe, because each protocol has its way to know an order that it was given before.
 */
export type Outcome =
  /** `isInvoice`: the number is that of an invoice, which was made at once. */
  | { readonly booked: string; readonly isInvoice?: true }
  | { readonly refused: string }
  /**
   * `silent`: no answer, or one that says that the system is down; `unclear`: an answer without a number. `retryAfter`: the seconds that the
   * system wants to be left alone.
   */
  | { readonly unsure: 'silent' | 'unclear'; readonly detail: string; readonly retryAfter?: number | undefined }

const detailLength = 200

/** The pattern of a number that the accounting system gives or a person types. */
export const optimaNumberPattern = '^[^\\p{C}]{1,50}$'
const isNumber = new RegExp(optimaNumberPattern, 'u')

/** The number that an answer gives; undefined where it is none that we keep. */
export const numberIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isNumber.test(value) && value.trim() !== '' ? value.trim() : undefined

/** Status codes of temporary failures, which do not concern the order: timeout, key in use, too early, too many requests. */
const temporary = new Set([408, 409, 425, 429])
export const isTemporary = (status: number): boolean => status >= 500 || temporary.has(status)

/** A text of the other system, shortened to one line for the history. */
export const shortText = (text: unknown): string =>
  String(text ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, detailLength)
