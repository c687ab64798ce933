/**
 * The page of the service round that is under way, made for a phone: the next stop with the way to it and what was done there, among all
 * stops. The server keeps it, so it goes on after the page was closed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { attempt } from '../../attempt.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Empty, Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { CommandButton } from '../../parts/command/CommandButton.tsx'
import { CommandRunner } from '../../parts/command/CommandRunner.tsx'
import type { CommandHost } from '../../parts/command/commandState.ts'
import { useEntries } from '../../parts/command/entries.ts'
import { query, send } from '../../query.ts'
import type { PageProps } from '../../shell/Page.tsx'
import { useMediaQuery, widths } from '../../theme/mediaQuery.ts'
import { useStopWords } from '../service/words.ts'
import { StopCard } from './StopCard.tsx'
import { nextOf, progressOf, type Round, servicePath } from './worked.ts'
import './round.css'

const RoundMap = lazyPart(() => import('./RoundMap.tsx')).Component

const presentRound = query('iot.round', '/IoT/rounds/current')

export default function RoundPage({ commands }: Pick<PageProps, 'commands'>) {
  const { history } = useRouter()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(presentRound)
  const isWide = useMediaQuery(`(width >= ${widths.compact}px)`)
  const host: CommandHost = {
    resourceType: 'iot.container',
    panel: undefined,
    labelOf: row => String(row.containerNumber ?? ''),
    clearSelection: () => void queries.invalidateQueries({ queryKey: ['iot.round'] }),
    openPanel: id => history.push(`/store/containers?row=${id}&panel=${id}`),
    closePanel: () => undefined,
    onFormChange: () => undefined
  }
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton />
  const round = data.data
  return (
    <CommandRunner host={host}>
      <div className="round">
        <div className="round-work" data-focus-home tabIndex={-1}>
          {round ? <Worked key={round.id} round={round} commands={commands} /> : <NoRound />}
        </div>
        {round && isWide && (
          <div className="round-map">
            <Boundary waiting={null}>
              <RoundMap stops={round.stops} />
            </Boundary>
          </div>
        )}
      </div>
    </CommandRunner>
  )
}

function NoRound() {
  const t = useText()
  const toService = (
    <Link to={servicePath} className="button primary">
      {t('round.choose')}
    </Link>
  )
  return <Empty icon="directions" title={t('round.none')} text={t('round.none.text')} action={toService} />
}

interface WorkedProps {
  readonly round: Round
  readonly commands: readonly CommandMetadata[]
}

function Worked({ round, commands }: WorkedProps) {
  const t = useText()
  const words = useStopWords()
  const queries = useQueryClient()
  const next = nextOf(round.stops)
  // the stop that the person has opened instead of the next one
  const [opened, setOpened] = useState<number>()
  const openId = opened ?? next?.id
  const { decided, count } = progressOf(round.stops)
  const decide = (containerId: number, state: number, note: string): Promise<void> =>
    attempt(async key => {
      await send('PUT /IoT/rounds/:id/stop', { id: round.id }, { containerId, state, note: note || null }, { key })
      await queries.invalidateQueries({ queryKey: presentRound.queryKey })
      setOpened(undefined)
    })
  const distance = words.kilometres(round.metres)
  return (
    <>
      <header className="round-head">
        <p>
          <strong>{t('round.progress', { decided, count })}</strong>
          <span className="round-start">
            {t(round.startStoreName ? 'service.way' : 'service.way.here', {
              store: round.startStoreName ?? '',
              distance
            })}
          </span>
        </p>
        <progress max={count} value={decided} aria-label={t('round.progress', { decided, count })} />
      </header>
      {!next && (
        <p className="note tone-success" role="status">
          {t('round.over')}
        </p>
      )}
      <ol className="round-stops" aria-label={t('round.stops')}>
        {round.stops.map((stop, at) => (
          <StopCard
            key={stop.id}
            at={at + 1}
            stop={stop}
            isNext={stop.id === next?.id}
            isOpen={stop.id === openId}
            commands={commands}
            onOpen={() => setOpened(stop.id)}
            onDecide={(state, note) => decide(stop.id, state, note)}
          />
        ))}
      </ol>
      <footer className="round-end">
        <RoundButtons round={round} commands={commands} />
        <Link to={servicePath} className="button">
          {t('round.another')}
        </Link>
      </footer>
    </>
  )
}

/** What can be done with the round as a whole. */
function RoundButtons({ round, commands }: WorkedProps) {
  const own = commands.filter(({ name }) => name === 'iot.endRound')
  const entries = useEntries(own, [{ id: round.id, version: round.version }])
  return entries.map(entry => <CommandButton key={entry.command.name} entry={entry} outlined />)
}
