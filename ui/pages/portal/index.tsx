/** The home page of clients: orders in progress, completed orders, their costs, and buttons to order. */
import { Link, useRouter } from '@tanstack/react-router'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { Empty, Failed } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { CommandRunner } from '../../parts/command/CommandRunner.tsx'
import type { CommandHost } from '../../parts/command/commandState.ts'
import { ReopenForm } from '../../parts/command/ReopenForm.tsx'
import { MainCommand } from '../../parts/list/MainCommand.tsx'
import '../../parts/list/grid/cards.css'
import type { PageProps } from '../../shell/Page.tsx'
import { useUrlState } from '../../useUrlState.ts'
import { Costs } from './Costs.tsx'
import { Done } from './Done.tsx'
import { isNew, listPath, type Order, type Overview, resourceType, useOverview } from './overview.ts'
import { readOverviewUrl, writeOverviewUrl } from './overviewUrl.ts'
import { UnderWay } from './UnderWay.tsx'
import './portal.css'

export default function Home({ commands }: Pick<PageProps, 'commands'>) {
  const { data, error, refetch } = useOverview()
  const { history } = useRouter()
  const [url, change] = useUrlState(readOverviewUrl, writeOverviewUrl)
  const host: CommandHost = {
    resourceType,
    panel: undefined,
    labelOf: row => String(row.number),
    clearSelection: () => {},
    openPanel: id => history.push(`${listPath}?row=${id}&panel=${id}`),
    closePanel: () => {},
    onFormChange: command => change({ command, ...(command ? {} : { row: undefined }) })
  }
  const reopened = [...(data?.underWay ?? []), ...(data?.done ?? [])].filter(({ id }) => id === url.row)
  return (
    <CommandRunner host={host}>
      <ReopenForm
        command={url.command}
        commands={commands}
        subjects={[reopened.slice(0, 1)]}
        ready={url.row === undefined || data !== undefined}
      />
      <div className="portal-home" data-focus-home tabIndex={-1}>
        {data && data.peopleWhoAsk > 0 && <Asking count={data.peopleWhoAsk} />}
        {error && !data ? (
          <Failed error={error} retry={refetch} />
        ) : data && isNew(data) ? (
          <Welcome commands={commands} />
        ) : (
          <Glance data={data} commands={commands} onAgain={({ id }) => change({ row: id })} />
        )}
      </div>
    </CommandRunner>
  )
}

interface GlanceProps {
  /** Undefined while it is loading. */
  readonly data: Overview | undefined
  readonly commands: readonly CommandMetadata[]
  readonly onAgain: (order: Order) => void
}

function Glance({ data, commands, onAgain }: GlanceProps) {
  const again = commands.find(({ selection }) => selection === 'one')
  return (
    <>
      {/* What people mostly come for is reached first; on a phone it is seen last (portal.css). */}
      <MainCommand commands={commands} />
      <div className="portal-glance">
        <UnderWay data={data} />
        {/* The content below parts of unknown height is shown together with them, so that it does not jump. */}
        {data && (
          <>
            <Done orders={data.done} again={again} onAgain={onAgain} />
            <Costs data={data} />
          </>
        )}
      </div>
    </>
  )
}

const usersPath: string = '/client/users'

/** Colleagues who wait to be let in. */
function Asking({ count }: { readonly count: number }) {
  const t = useText()
  return (
    <p className="note tone-warning portal-asking">
      <i className="pi pi-user-plus" aria-hidden />
      <Link to={usersPath}>{t('orders.overview.peopleWhoAsk', { count })}</Link>
    </p>
  )
}

/** The first step, for a client who has never ordered. */
function Welcome({ commands }: Pick<GlanceProps, 'commands'>) {
  const t = useText()
  return (
    <Empty
      icon="truck"
      title={t('orders.overview.welcome')}
      text={t('orders.overview.welcome.text')}
      action={<MainCommand commands={commands} />}
    />
  )
}
