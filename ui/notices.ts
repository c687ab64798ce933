/** Shows notices of the hub as alerts: how background work ended that the person started. A failure stays until it is dismissed. */
import type { Notice } from '../src/contract/hub.ts'
import { alerts } from './alerts.ts'
import { translate } from './i18n.ts'

export function showNotice({ tone, message, params }: Notice): void {
  const text = translate(message, params)
  if (tone === 'danger') alerts.error(text)
  else if (tone === 'success') alerts.success(text)
  else alerts.note(text)
}
