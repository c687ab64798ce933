/** A refusal as RFC 9457 problem+json, in the language of whoever called. */
import { maxFaults } from '../../contract/check.ts'
import type { Language } from '../../contract/languages.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Messages } from '../i18n/messages.ts'
import type { ApiError } from './errors.ts'

export const problemType = 'application/problem+json; charset=utf-8'

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** `id` is the request's, for the log. At most `maxFaults` fields are named; `detail` says so where that many are. */
export function problemOf(
  messages: Messages,
  { language, id }: { readonly language: Language; readonly id?: string },
  refusal: ApiError
): Problem {
  const errors = refusal.fieldErrors.slice(0, maxFaults).map(({ path, message, params }) => ({
    PropertyName: path,
    ErrorMessage: messages.say(language, message, params)
  }))
  const more = errors.length < maxFaults ? [] : [messages.say(language, 'check.more', { count: maxFaults })]
  return {
    type: 'about:blank',
    title: messages.say(language, `errors.${refusal.code}`, refusal.params),
    status: refusal.status,
    detail:
      errors.length > 0 && refusal.code === 'kernel.invalid'
        ? [...new Set(errors.map(error => sentence(error.ErrorMessage))), ...more].join(' ')
        : messages.say(language, refusal.message, refusal.params),
    code: refusal.code,
    ...(id === undefined ? {} : { instance: id }),
    ...refusal.extra,
    ...(errors.length > 0 ? { Errors: errors } : {})
  }
}
