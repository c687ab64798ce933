/**
 * The replay of a trail: range, slider, play, speed, follow, a link to share. On the slider Space plays, the arrows step, and
 * Home and End go to the ends.
 */
import type { KeyboardEvent } from 'react'
import { useId } from 'react'
import { alerts } from '../../alerts.ts'
import { IconButton } from '../../elements/IconButton.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { instantText } from '../../parts/values/formats.tsx'
import { durationText } from './timeText.ts'
import type { Range } from './trail.ts'
import { durationOf, speeds } from './trail.ts'
import type { Trail } from './useTrail.ts'

interface TrailProps {
  readonly trail: Trail
}

interface TrailBarProps extends TrailProps {
  readonly onRange: (range: Range) => void
  readonly onClose: () => void
}

export function TrailBar({ trail, onRange, onClose }: TrailBarProps) {
  const t = useText()
  const isEmpty = trail.stays.length === 0
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    else if (event.key === ' ' && (event.target as Element).matches('input[type="range"]')) trail.toggle()
    else return
    event.stopPropagation()
    event.preventDefault()
  }
  return (
    <section className="map-trail" aria-label={t('map.trail')} onKeyDown={onKey}>
      <TrailHeader trail={trail} onRange={onRange} onClose={onClose} />
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

function TrailHeader({ trail, onRange, onClose }: TrailBarProps) {
  const t = useText()
  const id = useId()
  const share = async (): Promise<void> => {
    // without TLS browsers give pages no clipboard
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false
    )
    if (copied) alerts.success(t('map.trail.copied'))
    else alerts.info(t('map.trail.address', { address: location.href }))
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
      <IconButton icon="times" label={t('map.trail.close')} tooltip onClick={onClose} />
    </header>
  )
}

/** The stay at the present step: from when until when, how long, and in which internal store. */
function CurrentStay({ trail: { stays, step } }: TrailProps) {
  const t = useText()
  const stay = stays[step]
  if (!stay) return null
  const length = durationText(t, durationOf(stay))
  return (
    <p className="map-trail-where">
      <span>
        <time dateTime={stay.firstActiveDate}>{instantText(stay.firstActiveDate)}</time> –{' '}
        <time dateTime={stay.lastActiveDate}>{instantText(stay.lastActiveDate)}</time>
      </span>
      <strong>{t('map.trail.stay', { length })}</strong>
      {stay.internalStoreName && <span>{stay.internalStoreName}</span>}
    </p>
  )
}

function Player({ trail }: TrailProps) {
  const t = useText()
  const intl = useIntl()
  const { stays, step, playing } = trail
  const last = stays.length - 1
  const time = instantText(stays[step]?.firstActiveDate ?? '')
  return (
    <div className="map-trail-run">
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={t(playing ? 'map.trail.pause' : 'map.trail.play')}
        look="primary"
        disabled={last === 0}
        onClick={trail.toggle}
      />
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        onChange={event => trail.go(Number(event.target.value))}
        aria-label={t('map.trail.step')}
        aria-valuetext={t('map.trail.point', { at: step + 1, count: stays.length, time })}
      />
      <output>
        {intl.formatNumber(step + 1)} / {intl.formatNumber(stays.length)}
      </output>
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
      <label className="map-check">
        <input type="checkbox" checked={trail.follow} onChange={event => trail.setFollow(event.target.checked)} />
        {t('map.trail.follow')}
      </label>
    </div>
  )
}
