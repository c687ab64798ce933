/** The contact of the business for clients: the settings CONTACT_PHONE and CONTACT_EMAIL, which the server writes into the page. */
import type { Text } from './i18n.ts'
import { area } from './session.ts'

export interface Contact {
  readonly phone?: string
  readonly email?: string
}

/**
 * The contact; undefined in the back office and if none is set. Placeholders, which Vite's own server does not replace, are
 * ignored.
 */
export function contact(): Contact | undefined {
  if (area() === 'admin') return undefined
  const given = document.querySelector<HTMLMetaElement>('meta[name=contact]')?.dataset ?? {}
  const { phone, email } = Object.fromEntries(
    Object.entries(given).filter(([, text]) => text && !text.startsWith('__CONTACT'))
  )
  return phone || email ? { ...(phone && { phone }), ...(email && { email }) } : undefined
}

/** A sentence with the contact, to be appended to a refusal; it begins with a space. '' if there is no contact. */
export function askSentence(t: Text): string {
  const known = contact()
  if (!known) return ''
  const key = known.phone && known.email ? 'ui.contact.both' : known.phone ? 'ui.contact.phone' : 'ui.contact.email'
  return ` ${t(key, { ...known })}`
}
