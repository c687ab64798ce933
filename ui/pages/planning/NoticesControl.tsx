/**
 * `part:orders.notices`: the messages to the drivers before they are sent. The values are the ids of the orders that the messages are about:
 * without those whose driver knows of them already, unless the person wants so, and without those whose driver cannot be reached.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-final-form'
import { phoneText } from '../../../src/contract/phones.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import {
  choiceField,
  choiceIn,
  chosenNotices,
  type DriverNotice,
  type NoticesChoice,
  noticesQuery,
  recipientsOf
} from './notices.ts'
import './notices.css'

export default function NoticesControl({ id, value, values, rows, reads, describedBy, onChange }: FieldPartProps) {
  const form = useForm()
  const t = useText()
  const choice = choiceIn(values)
  const { again, leftOut } = choice
  const { channel } = reads
  const { data, error, refetch } = useQuery({
    ...noticesQuery(rows, channel, again),
    placeholderData: keepPreviousData
  })
  const notices = data?.data
  const selection = notices && chosenNotices(notices, choice)
  const recipients = notices && recipientsOf(notices, choice)
  const change = (next: NoticesChoice, recipients: unknown): void =>
    form.batch(() => {
      form.change(choiceField, next)
      onChange(recipients)
    })
  if (!notices || !selection || !recipients)
    return error ? <Failed error={error} retry={() => void refetch()} /> : <Skeleton rows={4} />
  const notified = notices.reduce((sum, notice) => sum + (notice.address ? notice.notified : 0), 0)
  const isOneOfMany = notices.filter(notice => notice.sent.length > 0).length > 1
  const leaveOut = (drivers: NoticesChoice['leftOut']): void => {
    const next = { ...choice, leftOut: drivers }
    change(next, recipientsOf(notices, next))
  }
  const choose = (driverId: number | null, isChosen: boolean): void =>
    leaveOut(isChosen ? leftOut.filter(one => one !== driverId) : [...leftOut, driverId])
  return (
    <div className="notices" aria-describedby={describedBy}>
      <p className="notices-count" role="status">
        {t('planning.notices.count', { drivers: selection.length, orders: recipients.length })}
      </p>
      {notified > 0 && (
        <label className="notices-again">
          <input
            id={id}
            type="checkbox"
            checked={again}
            onChange={event => change({ ...choice, again: event.target.checked }, value)}
          />{' '}
          {t('planning.notices.again', { count: notified })}
        </label>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the texts scroll, so they must be reached by the keyboard */}
      <section className="notices-list" aria-label={t('planning.notices.list')} tabIndex={0}>
        {notices.map(notice => (
          <Notice
            key={notice.driverId ?? 0}
            notice={notice}
            channel={channel}
            again={again}
            isChosen={selection.includes(notice)}
            onChoose={isOneOfMany && notice.sent.length > 0 ? isChosen => choose(notice.driverId, isChosen) : undefined}
          />
        ))}
      </section>
    </div>
  )
}

interface NoticeProps {
  readonly notice: DriverNotice
  readonly channel: unknown
  readonly again: boolean
  readonly isChosen: boolean
  /** Of several drivers each can be left out. */
  readonly onChoose: ((isChosen: boolean) => void) | undefined
}

export function Notice({ notice, channel, again, isChosen, onChoose }: NoticeProps) {
  const { driver, driverId, address, orders, notified, reassigned, messages } = notice
  const t = useText()
  const id = useId()
  const missing = channel === 1 ? 'planning.notices.noEmail' : 'planning.notices.noPhone'
  return (
    <article aria-labelledby={id} data-left-out={(onChoose && !isChosen) || undefined}>
      <h3>
        {onChoose && (
          <input
            type="checkbox"
            aria-labelledby={id}
            checked={isChosen}
            onChange={event => onChoose(event.target.checked)}
          />
        )}
        <span id={id}>{driver ?? t('planning.notices.noDriver')}</span>
        {address && <small className="tabular">{channel === 1 ? address : phoneText(address)}</small>}
        {!address && driverId !== null && <span className="badge tone-danger">{t(missing)}</span>}
        {notified > 0 && !again && (
          <span className="badge tone-info">{t('planning.notices.notified', { count: notified })}</span>
        )}
      </h3>
      {!address && <p>{t('planning.notices.leftOut', { count: orders.length })}</p>}
      {reassigned > 0 && <p>{t('planning.notices.reassigned')}</p>}
      {messages.map(message => (
        <blockquote key={message}>{message}</blockquote>
      ))}
    </article>
  )
}
