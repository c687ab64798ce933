import { contact } from '../contact.ts'
import { useText } from '../i18n.ts'

/** Links to the telephone number and e-mail address of the business. Nothing is drawn if neither is set. */
export function ContactLinks() {
  const t = useText()
  const details = contact()
  if (!details) return null
  const { phone, email } = details
  return (
    <ul className="contact" aria-label={t('ui.contact')}>
      {phone && (
        <li>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <i className="pi pi-phone" aria-hidden />
            <span className="unbroken">{phone}</span>
          </a>
        </li>
      )}
      {email && (
        <li>
          <a href={`mailto:${email}`}>
            <i className="pi pi-envelope" aria-hidden />
            <span>{email}</span>
          </a>
        </li>
      )}
    </ul>
  )
}
