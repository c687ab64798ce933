/** What `npm run doctor` says about settings that hold, but leave people without something: pure, so that each sentence is tested. */
import type { Settings } from '../../../config/settings.ts'

/** One sentence for each. */
export function warningsOf({
  contactPhone,
  contactEmail,
  termsUrl,
  nodeEnv,
  smsUrl,
  outside,
  mqttUrl,
  storageUrl,
  backupUrl
}: Settings): string[] {
  return [
    ...(contactPhone === '' && contactEmail === ''
      ? [
          'CONTACT_PHONE and CONTACT_EMAIL are empty: pages and e-mails ask clients to contact you, and do not say how. Set at least one.'
        ]
      : []),
    ...(termsUrl === ''
      ? ['TERMS_URL is empty: people who register accept the price list alone. Set it to the page with your terms.']
      : []),
    ...(nodeEnv === 'production' && outside === 'on' && smsUrl === 'log:'
      ? [
          'SMS_URL is log: (its default): SMS to drivers and clients are written to the log, and count as sent. Set it to a gateway.'
        ]
      : []),
    ...(outside === 'off' && mqttUrl !== ''
      ? [
          'OUTSIDE is off, and MQTT_URL names a broker: of the installation that this is a copy of, it would take the readings away.'
        ]
      : []),
    ...(outside === 'off' && storageUrl.startsWith('azure:')
      ? [
          'OUTSIDE is off, and STORAGE_URL names an account: of the installation that this is a copy of, files would be deleted.'
        ]
      : []),
    ...(outside === 'off' && /^file:./.test(storageUrl)
      ? [
          'OUTSIDE is off, and STORAGE_URL names a folder: if the installation that this is a copy of has the same one, its files would be deleted. Give the copy a folder of its own.'
        ]
      : []),
    ...(outside === 'off' && backupUrl !== ''
      ? [
          'OUTSIDE is off, and BACKUP_URL is set: it may be that of the installation that this is a copy of. Leave it empty; npm run backup takes only --to here.'
        ]
      : [])
  ]
}
