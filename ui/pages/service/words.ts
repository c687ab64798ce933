/** What is said of a stop of a service round, in the language of the reader. */
import { useText } from '../../i18n.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { type Stop, whereabouts } from './round.ts'

export type StopWords = ReturnType<typeof useStopWords>

export function useStopWords() {
  const t = useText()
  const context = useFormatContext()
  const kilometres = (metres: number): string => textOf(context, { type: 'integer', format: 'metres' }, metres)
  return {
    kilometres,
    name: ({ containerNumber, serNo, id }: Stop): string => containerNumber ?? serNo ?? `#${id}`,
    where: (stop: Stop): string => whereabouts(stop, t, kilometres) ?? t('service.nowhere'),
    battery: ({ currentBatteryLevel, currentBatteryStatus, daysUntilCritical }: Stop): string =>
      [
        textOf(context, { type: 'integer', vocabulary: 'iot.battery' }, currentBatteryStatus),
        textOf(context, { type: 'number', format: 'volts' }, currentBatteryLevel),
        daysUntilCritical ? t('service.days', { days: daysUntilCritical }) : ''
      ]
        .filter(Boolean)
        .join(', '),
    status: ({ status }: Stop): string => textOf(context, { type: 'integer', vocabulary: 'iot.status' }, status)
  }
}
