/** How paper says what the client wishes. */
import type { Text } from '../../i18n.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { type FormatContext, textOf } from '../../parts/values/formats.tsx'
import type { Sheet } from './routes.ts'

type Wish = Pick<Sheet['details'], 'wishedDate' | 'wishedPart' | 'urgent'>

/**
 * `24.11.2026, przed południem, PILNE`; blank without a wish.
 * @param withDay a driver's route is of one day, and needs no other
 */
export function wishText(
  t: Text,
  context: FormatContext,
  { wishedDate, wishedPart, urgent }: Wish,
  withDay: boolean
): string {
  const day = withDay && wishedDate ? dayText(wishedDate) : ''
  const part = wishedPart === null ? '' : textOf(context, { type: 'integer', vocabulary: 'orders.dayPart' }, wishedPart)
  return [day, part, urgent ? t('paper.urgent') : ''].filter(Boolean).join(', ')
}
