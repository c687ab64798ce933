/**
 * `part:orders.notices`: the messages to the drivers before they are sent. The values are the ids of the orders that the messages are about:
 * without those whose driver knows of them already, unless the person wants so, and without those whose driver cannot be reached.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-final-form'
import type { ListResponse } from '../../../src/contract/list.ts'
import { get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import './notices.css'

interface DriverNotice {
  readonly driverId: number | null
  readonly driver: string | null
  readonly address: string | null
  readonly orders: readonly number[]
  readonly notified: number
  readonly sent: readonly number[]
  readonly messages: readonly string[]
}

export default function NoticesControl({ id, name, rows, reads, describedBy }: FieldPartProps) {
  const form = useForm()
  const t = useText()
  const [again, setAgain] = useState(false)
  const ids = rows.map(row => row.id).join()
  const { channel } = reads
  const { data, error, refetch } = useQuery({
    queryKey: ['orders.order', 'notices', ids, channel, again],
    queryFn: () => get<ListResponse<DriverNotice>>('/api/Admin/Orders/notices', { ids, channel, again }),
    placeholderData: keepPreviousData
  })
  const notices = data?.data
  const sent = notices?.flatMap(notice => notice.sent)
  const value = JSON.stringify(sent)
  // by the form, not as typed by the person: who only looks at it is not asked whether to give it up
  useEffect(() => {
    if (value) form.change(name, JSON.parse(value))
  }, [form, name, value])
  if (!notices || !sent) return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={4} />
  const notified = notices.reduce((sum, notice) => sum + (notice.address ? notice.notified : 0), 0)
  const drivers = notices.filter(notice => notice.sent.length > 0).length
  return (
    <div className="notices" aria-describedby={describedBy}>
      <p className="notices-count" role="status">
        {t('planning.notices.count', { drivers, orders: sent.length })}
      </p>
      {notified > 0 && (
        <label className="notices-again">
          <input id={id} type="checkbox" checked={again} onChange={event => setAgain(event.target.checked)} />{' '}
          {t('planning.notices.again', { count: notified })}
        </label>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the texts scroll, so they must be reached by the keyboard */}
      <section className="notices-list" aria-label={t('planning.notices.list')} tabIndex={0}>
        {notices.map(notice => (
          <Notice key={notice.driverId ?? 0} notice={notice} channel={channel} again={again} />
        ))}
      </section>
    </div>
  )
}

interface NoticeProps {
  readonly notice: DriverNotice
  readonly channel: unknown
  readonly again: boolean
}

function Notice({ notice: { driver, driverId, address, orders, notified, messages }, channel, again }: NoticeProps) {
  const t = useText()
  const id = useId()
  const missing = channel === 1 ? 'planning.notices.noEmail' : 'planning.notices.noPhone'
  return (
    <article aria-labelledby={id}>
      <h3 id={id}>
        {driver ?? t('planning.notices.noDriver')}
        {address && <small className="tabular">{address}</small>}
        {!address && driverId !== null && <span className="badge tone-danger">{t(missing)}</span>}
        {notified > 0 && !again && (
          <span className="badge tone-info">{t('planning.notices.notified', { count: notified })}</span>
        )}
      </h3>
      {!address && <p>{t('planning.notices.leftOut', { count: orders.length })}</p>}
      {messages.map(message => (
        <blockquote key={message}>{message}</blockquote>
      ))}
    </article>
  )
}
