/**
 * `iot.serviceRound`: the chosen containers in the order of the service round. The person chooses where it begins, leaves out what is too far
 * away, and begins it; it can be printed and sent, too.
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf } from '../../../src/contract/days.ts'
import { alerts } from '../../alerts.ts'
import { attempt } from '../../attempt.ts'
import { copyText } from '../../elements/copyText.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { type Text, useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { query, send } from '../../query.ts'
import { PrintFrame } from '../printing/PrintFrame.tsx'
import { progressOf, roundPath } from '../round/worked.ts'
import { mapLink, type Stop, sharedText } from './round.ts'
import { StartControl } from './StartControl.tsx'
import type { RoundStart } from './start.ts'
import { type StopWords, useStopWords } from './words.ts'
import './service.css'

export default function ServiceRound({ rows, close }: TabPartProps) {
  const t = useText()
  const words = useStopWords()
  const { history } = useRouter()
  const queries = useQueryClient()
  const [start, setStart] = useState<RoundStart>({})
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const ids = rows.map(({ id }) => id).filter(id => !leftOut.has(id))
  const { data, error, isPending, refetch } = useQuery({
    ...query('iot.container', '/IoT/service-round', { ids: ids.join(), ...start }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (isPending) return <Skeleton rows={10} />
  if (!data) return <Failed error={error} retry={() => void refetch()} />
  const { stops, metres, start: from } = data.data
  const title = t('service.count', { count: stops.length })
  const distance = words.kilometres(metres)
  const way = from && t(from.name ? 'service.way' : 'service.way.here', { store: from.name ?? '', distance })
  const heading = `${t('service.title')} · ${dayText(dayOf(new Date()))}`
  const share = (): Promise<void> =>
    shareText(
      heading,
      sharedText([heading, way].filter(Boolean).join('\n'), stops, stop => [
        words.name(stop),
        words.where(stop),
        words.battery(stop),
        mapLink(stop)
      ]),
      t
    )
  const begin = (): Promise<void> =>
    attempt(async key => {
      await send('POST /IoT/rounds', {}, { containerIds: ids, ...start }, { key })
      // the page would begin with what is known: that no round is under way, or the one before
      await queries.invalidateQueries({ queryKey: ['iot.round'] })
      close()
      history.push(roundPath)
    })
  const sheet = (
    <article className="print-sheet service-sheet">
      <header>
        <h3>{heading}</h3>
        <p>{title}</p>
      </header>
      {way && <p>{way}</p>}
      <ol>
        {stops.map((stop, at) => (
          <StopLine
            key={stop.id}
            at={at + 1}
            stop={stop}
            words={words}
            onLeaveOut={stops.length > 1 ? () => setLeftOut(new Set([...leftOut, stop.id])) : undefined}
          />
        ))}
      </ol>
    </article>
  )
  return (
    <PrintFrame
      title={title}
      sheets={sheet}
      close={close}
      above={
        <>
          <UnderWay />
          <StartControl onStart={setStart} />
        </>
      }
      main={
        <button type="button" className="button primary" onClick={() => void begin()} data-autofocus>
          <i className="pi pi-directions" aria-hidden="true" />
          {t('service.begin')}
        </button>
      }
    >
      <button type="button" className="button" onClick={() => void share()}>
        <i className="pi pi-share-alt" aria-hidden="true" />
        {t('service.share')}
      </button>
    </PrintFrame>
  )
}

/** Says that a round is under way, which a new one would end. */
function UnderWay() {
  const t = useText()
  const { data } = useQuery(query('iot.round', '/IoT/rounds/current'))
  const round = data?.data
  if (!round) return null
  const { decided, count } = progressOf(round.stops)
  return (
    <p className="note tone-warning">
      {t('service.underWay', { decided, count })} <Link to={roundPath}>{t('service.goOn')}</Link>
    </p>
  )
}

interface StopLineProps {
  readonly at: number
  readonly stop: Stop
  readonly words: StopWords
  readonly onLeaveOut: (() => void) | undefined
}

function StopLine({ at, stop, words, onLeaveOut }: StopLineProps) {
  const t = useText()
  const link = mapLink(stop)
  const { metresFromPrevious, description, isFar } = stop
  const distance = metresFromPrevious === null ? '' : words.kilometres(metresFromPrevious)
  return (
    <li>
      <span className="service-at">{at}</span>
      <div>
        <strong>{words.name(stop)}</strong>
        <span>{words.where(stop)}</span>
        <span>
          {[words.battery(stop), words.status(stop)].filter(Boolean).join(' · ')}
          {distance && ` · ${t('service.from', { distance })}`}
        </span>
        {description && <span className="service-note">{description}</span>}
        {isFar && (
          <span className="service-far note tone-warning">
            {t('service.far', { distance })}
            {onLeaveOut && (
              <button type="button" className="button" onClick={onLeaveOut}>
                {t('service.leaveOut', { name: words.name(stop) })}
              </button>
            )}
          </span>
        )}
        {link && (
          <a href={link} target="_blank" rel="noreferrer">
            {t('service.map', { name: words.name(stop) })}
          </a>
        )}
      </div>
      <span className="service-done">{t('service.done')}</span>
    </li>
  )
}

/**
 * Shares a text with the menu of the phone if there is one, or else copies it. */
async function shareText(title: string, text: string, t: Text): Promise<void> {
  if (navigator.share) {
    // A person who closes the menu does not want to share.
    await navigator.share({ title, text }).catch(() => undefined)
    return
  }
  if (await copyText(text)) alerts.success(t('service.copied'))
  else alerts.info(t('service.notCopied'))
}
