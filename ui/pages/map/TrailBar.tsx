/** The replay of a trail: range, slider, play, speed, follow, link. Space plays, arrows step, Home and End jump. */
import type { KeyboardEvent } from 'react'
import { useId } from 'react'
import { alerts } from '../../alerts.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { instantText } from '../../parts/values/formats.tsx'
import type { Range } from './trail.ts'
import { durationOf, speeds } from './trail.ts'
import type { Trail } from './useTrail.ts'
import { durationText } from './words.ts'

interface TrailBarProps {
  readonly trail: Trail
  readonly onRange: (range: Range) => void
  readonly onClose: () => void
}

function Where({ trail: { stays, step } }: Pick<TrailBarProps, 'trail'>) {
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

export function TrailBar({ trail, onRange, onClose }: TrailBarProps) {
  const t = useText()
  const intl = useIntl()
  const uid = useId()
  const { stays, step, playing } = trail
  const last = Math.max(0, stays.length - 1)
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    else if (event.key === ' ' && (event.target as Element).matches('input[type="range"]')) trail.toggle()
    else return
    event.stopPropagation()
    event.preventDefault()
  }
  const share = async (): Promise<void> => {
    // clipboards are closed to pages without TLS
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false
    )
    if (copied) alerts.success(t('map.trail.copied'))
    else alerts.info(t('map.trail.address', { address: location.href }))
  }
  return (
    <section className="map-trail" aria-label={t('map.trail')} onKeyDown={onKey}>
      <header>
        <h2>{t('map.trail')}</h2>
        <label htmlFor={`${uid}-range`} className="visually-hidden">
          {t('map.trail.range')}
        </label>
        <select
          id={`${uid}-range`}
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
        <button
          type="button"
          className="button quiet icon"
          onClick={share}
          aria-label={t('map.trail.share')}
          title={t('map.trail.share')}
        >
          <i className="pi pi-link" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="button quiet icon"
          onClick={onClose}
          aria-label={t('map.trail.close')}
          title={t('map.trail.close')}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      </header>
      {trail.loading && <Skeleton rows={2} />}
      {trail.error !== undefined && trail.error !== null && <Failed error={trail.error} retry={trail.retry} />}
      {!trail.loading && !trail.error && stays.length === 0 && <p className="map-trail-none">{t('map.trail.none')}</p>}
      {stays.length > 0 && (
        <>
          <Where trail={trail} />
          <div className="map-trail-run">
            <button
              type="button"
              className="button primary icon"
              onClick={trail.toggle}
              disabled={last === 0}
              aria-label={t(playing ? 'map.trail.pause' : 'map.trail.play')}
            >
              <i className={`pi pi-${playing ? 'pause' : 'play'}`} aria-hidden="true" />
            </button>
            <input
              type="range"
              min={0}
              max={last}
              value={step}
              onChange={event => trail.go(Number(event.target.value))}
              aria-label={t('map.trail.step')}
              aria-valuetext={t('map.trail.point', {
                at: step + 1,
                count: stays.length,
                time: instantText(stays[step]?.firstActiveDate ?? '')
              })}
            />
            <output>
              {intl.formatNumber(step + 1)} / {intl.formatNumber(stays.length)}
            </output>
          </div>
          <div className="map-trail-how">
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
        </>
      )}
    </section>
  )
}
