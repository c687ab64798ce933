/** The scale under the slider of a trail: the stays of the container, round moments, and the battery. */
import { useMemo } from 'react'
import { timeZone } from '../../../src/contract/days.ts'
import { useNarrow } from '../../elements/useNarrow.ts'
import { useIntl, useText } from '../../i18n.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import type { TickUnit } from './timeScale.ts'
import { batteryLine, marksOf, ticksOf } from './timeScale.ts'
import type { Trail } from './useTrail.ts'

const maxTicks = 9
const maxTicksOnPhone = 4
const tickFormats: Readonly<Record<TickUnit, Intl.DateTimeFormatOptions>> = {
  hour: { hour: '2-digit', minute: '2-digit', timeZone },
  day: { day: 'numeric', month: 'numeric', timeZone },
  month: { month: 'short', year: '2-digit', timeZone }
}
/** The share of the scale after which there is no room for the text of a moment. */
const lastTick = 0.93
const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

export function TrailScale({ trail: { stays, span, battery } }: { readonly trail: Trail }) {
  const t = useText()
  const intl = useIntl()
  const context = useFormatContext()
  const marks = useMemo(() => marksOf(stays, span), [stays, span])
  const maxLabels = useNarrow() ? maxTicksOnPhone : maxTicks
  const ticks = useMemo(() => ticksOf(span, maxLabels).filter(({ at }) => at < lastTick), [span, maxLabels])
  const line = useMemo(() => batteryLine(battery, span), [battery, span])
  const volts = (value: number): string => textOf(context, { type: 'number', format: 'volts' }, value)
  return (
    <div className="map-trail-scale">
      <div className="map-trail-marks" aria-hidden="true">
        {marks.map(({ at, length }) => (
          <span key={at} style={{ insetInlineStart: percent(at), width: percent(length) }} />
        ))}
      </div>
      {line && (
        <svg
          className="map-trail-battery"
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={t('map.trail.battery', { least: volts(line.least), most: volts(line.most) })}
        >
          <title>{t('map.trail.battery', { least: volts(line.least), most: volts(line.most) })}</title>
          <path d={line.path} />
        </svg>
      )}
      <div className="map-trail-ticks" aria-hidden="true">
        {ticks.map(({ at, moment, unit }) => (
          <span key={moment} style={{ insetInlineStart: percent(at) }}>
            {intl.formatDate(moment, tickFormats[unit])}
          </span>
        ))}
      </div>
    </div>
  )
}
