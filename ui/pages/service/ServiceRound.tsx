/** `iot.serviceRound`: the chosen containers in the order of the service round, for printing or for sending to a phone. */
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '../../../src/contract/days.ts'
import { alerts } from '../../alerts.ts'
import { copyText } from '../../elements/copyText.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { type Text, useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { dayText, textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import { PrintFrame } from '../printing/PrintFrame.tsx'
import { mapLink, type Stop, sharedText, whereabouts } from './round.ts'
import './service.css'

export default function ServiceRound({ rows, close }: TabPartProps) {
  const t = useText()
  const words = useWords(t)
  const ids = rows.map(({ id }) => id)
  const { data, error, isPending, refetch } = useQuery({
    ...query('iot.container', '/IoT/service-round', { ids: ids.join() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  if (isPending) return <Skeleton rows={10} />
  if (!data) return <Failed error={error} retry={() => void refetch()} />
  const { stops, metres, start } = data.data
  const title = t('service.count', { count: stops.length })
  const way = start ? t('service.way', { store: start.name, distance: words.kilometres(metres) }) : undefined
  const heading = `${t('service.title')} · ${dayText(dayOf(new Date()))}`
  const share = (): Promise<void> =>
    shareText(
      heading,
      sharedText([heading, way].filter(Boolean).join('\n'), stops, stop => [
        words.name(stop),
        words.where(stop) ?? t('service.nowhere'),
        words.battery(stop),
        mapLink(stop)
      ]),
      t
    )
  const sheet = (
    <article className="print-sheet service-sheet">
      <header>
        <h3>{heading}</h3>
        <p>{title}</p>
      </header>
      {way && <p>{way}</p>}
      <ol>
        {stops.map((stop, at) => (
          <StopLine key={stop.id} at={at + 1} stop={stop} words={words} />
        ))}
      </ol>
    </article>
  )
  return (
    <PrintFrame title={title} sheets={sheet} close={close}>
      <button type="button" className="button" onClick={() => void share()}>
        <i className="pi pi-share-alt" aria-hidden="true" />
        {t('service.share')}
      </button>
    </PrintFrame>
  )
}

/** The functions that describe a stop, in the language of the reader. */
function useWords(t: Text) {
  const context = useFormatContext()
  const kilometres = (metres: number): string => textOf(context, { type: 'integer', format: 'metres' }, metres)
  return {
    kilometres,
    name: ({ containerNumber, serNo, id }: Stop): string => containerNumber ?? serNo ?? `#${id}`,
    where: (stop: Stop) => whereabouts(stop, t, kilometres),
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

interface StopLineProps {
  readonly at: number
  readonly stop: Stop
  readonly words: ReturnType<typeof useWords>
}

function StopLine({ at, stop, words }: StopLineProps) {
  const t = useText()
  const link = mapLink(stop)
  const { metresFromPrevious, description } = stop
  return (
    <li>
      <span className="service-at">{at}</span>
      <div>
        <strong>{words.name(stop)}</strong>
        <span>{words.where(stop) ?? t('service.nowhere')}</span>
        <span>
          {[words.battery(stop), words.status(stop)].filter(Boolean).join(' · ')}
          {metresFromPrevious !== null && ` · ${t('service.from', { distance: words.kilometres(metresFromPrevious) })}`}
        </span>
        {description && <span className="service-note">{description}</span>}
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
