/** Notices of the hub as alerts: how something ended that the person asked for earlier. A failure stays until it is read. */
import type { Notice } from '../src/contract/hub.ts'
import { alerts } from './alerts.ts'
import { translate } from './i18n.ts'

export function showNotice({ tone, message, params }: Notice): void {
  const text = translate(message, params)
  if (tone === 'danger') alerts.error(text)
  else if (tone === 'success') alerts.success(text)
  else alerts.note(text)
}
