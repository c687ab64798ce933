/** Whom clients ask for help: the settings CONTACT_PHONE and CONTACT_EMAIL, which the server writes into the page. */
import type { Text } from './i18n.ts'
import { area } from './session.ts'

export interface Contact {
  readonly phone?: string
  readonly email?: string
}

/** Undefined on the back office, and where none is set. Vite's own server leaves the page's placeholders as they are. */
export function contact(): Contact | undefined {
  if (area() === 'admin') return undefined
  const given = document.querySelector<HTMLMetaElement>('meta[name=contact]')?.dataset ?? {}
  const { phone, email } = Object.fromEntries(
    Object.entries(given).filter(([, text]) => text && !text.startsWith('__CONTACT'))
  )
  return phone || email ? { ...(phone && { phone }), ...(email && { email }) } : undefined
}

/** The sentence that follows a refusal, after a space; '' where there is nobody to ask. */
export function askSentence(t: Text): string {
  const known = contact()
  if (!known) return ''
  const key = known.phone && known.email ? 'ui.contact.both' : known.phone ? 'ui.contact.phone' : 'ui.contact.email'
  return ` ${t(key, { ...known })}`
}
