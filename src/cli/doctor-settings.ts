/** What `npm run doctor` says about settings that hold, but leave people without something: pure, so that each sentence is tested. */
import type { Settings } from '../../config/settings.ts'

/** One sentence for each. */
export function warningsOf({ contactPhone, contactEmail, termsUrl }: Settings): string[] {
  return [
    ...(contactPhone === '' && contactEmail === ''
      ? [
          'CONTACT_PHONE and CONTACT_EMAIL are empty: pages and e-mails ask clients to contact you, and do not say how. Set at least one.'
        ]
      : []),
    ...(termsUrl === ''
      ? ['TERMS_URL is empty: people who register accept the price list alone. Set it to the page with your terms.']
      : [])
  ]
}
