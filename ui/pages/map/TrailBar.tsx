/**
 * The replay of a trail: range, slider, play, speed, follow, and a link to share. The slider has the scale of time. On the slider,
 * Space plays or stops, the arrows go to the next or previous stay, PageUp and PageDown go a day forward or back, and Home and End go
 * to the ends.
 */
import type { KeyboardEvent } from 'react'
import { useId } from 'react'
import { alerts } from '../../alerts.ts'
import { copyText } from '../../elements/copyText.ts'
import { IconButton } from '../../elements/IconButton.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { instantText } from '../../parts/values/formats.tsx'
import { TrailScale } from './TrailScale.tsx'
import { durationText } from './timeText.ts'
import type { Range } from './trail.ts'
import { durationOf, isOneReading, momentAfter, partsOf, speeds } from './trail.ts'
import type { Trail } from './useTrail.ts'

interface TrailProps {
  readonly trail: Trail
}

interface TrailBarProps extends TrailProps {
  /** The address of the link to share; by default that of this page. */
  readonly address?: () => string
  readonly onRange: (range: Range) => void
  /** Without it there is no button for closing, because the surrounding element has one. */
  readonly onClose?: () => void
}

export function TrailBar({ trail, address = () => location.href, onRange, onClose }: TrailBarProps) {
  const t = useText()
  const isEmpty = trail.stays.length === 0
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && onClose) onClose()
    else if (event.key === ' ' && (event.target as Element).matches('input[type="range"]')) trail.toggle()
    else return
    event.stopPropagation()
    event.preventDefault()
  }
  return (
    <section className="map-trail" data-over-map aria-label={t('map.trail')} onKeyDown={onKey}>
      <TrailHeader trail={trail} address={address} onRange={onRange} {...(onClose ? { onClose } : {})} />
      {trail.loading && <Skeleton rows={2} />}
      {trail.error !== undefined && trail.error !== null && <Failed error={trail.error} retry={trail.retry} />}
      {!trail.loading && !trail.error && isEmpty && <p className="map-trail-none">{t('map.trail.none')}</p>}
      {!isEmpty && (
        <>
          <CurrentStay trail={trail} />
          <Player trail={trail} />
          <PlayerOptions trail={trail} />
        </>
      )}
    </section>
  )
}

function TrailHeader({ trail, address, onRange, onClose }: TrailBarProps & Required<Pick<TrailBarProps, 'address'>>) {
  const t = useText()
  const id = useId()
  const share = async (): Promise<void> => {
    if (await copyText(address())) alerts.success(t('map.trail.copied'))
    else alerts.info(t('map.trail.address', { address: address() }))
  }
  return (
    <header>
      <h2>{t('map.trail')}</h2>
      <label htmlFor={id} className="visually-hidden">
        {t('map.trail.range')}
      </label>
      <select
        id={id}
        className="input"
        value={String(trail.range)}
        onChange={event => onRange(trail.ranges.find(range => String(range) === event.target.value) ?? 'all')}
      >
        {trail.ranges.map(range => (
          <option key={range} value={String(range)}>
            {range === 'all' ? t('map.range.all') : t('map.range.days', { days: range })}
          </option>
        ))}
      </select>
      <IconButton icon="link" label={t('map.trail.share')} tooltip onClick={share} />
      {onClose && <IconButton icon="times" label={t('map.trail.close')} tooltip onClick={onClose} />}
    </header>
  )
}

/** The stay at the present moment: its beginning, end, length and internal store, or a note that the container is on its way. */
function CurrentStay({ trail: { at, stays, step, underWay } }: TrailProps) {
  const t = useText()
  const intl = useIntl()
  const [stay, next] = [stays[step], stays[step + 1]]
  if (!stay) return null
  const [from, to] =
    underWay && next ? [stay.lastActiveDate, next.firstActiveDate] : [stay.firstActiveDate, stay.lastActiveDate]
  const length = durationText(t, durationOf(stay))
  return (
    <p className="map-trail-where">
      <Moment at={at} />
      <span>
        {intl.formatNumber(step + 1)} / {intl.formatNumber(stays.length)}
      </span>
      <span>
        <time dateTime={from}>{instantText(from)}</time> – <time dateTime={to}>{instantText(to)}</time>
      </span>
      {underWay && <strong>{t('map.trail.underWay')}</strong>}
      {!underWay && !isOneReading(stay) && <strong>{t('map.trail.stay', { length })}</strong>}
      {!underWay && stay.internalStoreName && <span>{stay.internalStoreName}</span>}
    </p>
  )
}

/** The present moment to the minute. While a replay runs, only this component is drawn again. */
function Moment({ at }: Pick<Trail, 'at'>) {
  const time = new Date(at.useValue()).toISOString()
  return (
    <time className="map-trail-moment" dateTime={time}>
      {instantText(time).slice(0, -':00'.length)}
    </time>
  )
}

function Player({ trail }: TrailProps) {
  const t = useText()
  const { stays, step, playing, span } = trail
  const at = trail.at.useValue()
  const time = instantText(new Date(at).toISOString())
  const onKey = (event: KeyboardEvent): void => {
    const next = momentAfter(event.key, stays, at)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    trail.go(next)
  }
  return (
    <div className="map-trail-run">
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={t(playing ? 'map.trail.pause' : 'map.trail.play')}
        look="primary"
        disabled={span.to === span.from}
        onClick={trail.toggle}
      />
      <div className="map-trail-time">
        <input
          type="range"
          min={span.from}
          max={span.to}
          step={1}
          value={at}
          onChange={event => trail.go(Number(event.target.value))}
          onKeyDown={onKey}
          aria-label={t('map.trail.step')}
          aria-valuetext={t('map.trail.point', { at: step + 1, count: stays.length, time })}
        />
        <TrailScale trail={trail} />
      </div>
    </div>
  )
}

function PlayerOptions({ trail }: TrailProps) {
  const t = useText()
  return (
    <div className="map-trail-options">
      <fieldset>
        <legend className="visually-hidden">{t('map.trail.speed')}</legend>
        {speeds.map(speed => (
          <button
            key={speed}
            type="button"
            aria-pressed={trail.speed === speed}
            aria-label={t('map.trail.speed.of', { speed })}
            onClick={() => trail.setSpeed(speed)}
          >
            {speed}×
          </button>
        ))}
      </fieldset>
      <span className="map-trail-pace">{t('map.trail.pace', { length: durationText(t, partsOf(trail.pace)) })}</span>
      <label className="map-check">
        <input type="checkbox" checked={trail.follow} onChange={event => trail.setFollow(event.target.checked)} />
        {t('map.trail.follow')}
      </label>
    </div>
  )
}
