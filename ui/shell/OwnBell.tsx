/** The bell of the portal: what the client was told of. Opening it marks all of it as read; what was new stays marked until it closes. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl, useText } from '../i18n.ts'
import { query, send } from '../query.ts'
import { BellPopup, NoNews } from './BellPopup.tsx'
import { staleMs } from './notifications.ts'

/** What the worker has told is announced by nothing: it is asked for each minute, and when the window is looked at again. */
const ownNews = queryOptions({
  ...query('notifications.own', '/api/Notifications/own'),
  staleTime: staleMs,
  refetchInterval: staleMs,
  refetchOnWindowFocus: true
})

export default function OwnBell() {
  const t = useText()
  const intl = useIntl()
  const queries = useQueryClient()
  const { history } = useRouter()
  const { data: answer, dataUpdatedAt } = useQuery(ownNews)
  const [firstUnread, setFirstUnread] = useState<number>()
  const entries = answer?.data ?? []
  const open = (): void => {
    const [newest] = entries
    const unread = entries.filter(({ isRead }) => !isRead)
    setFirstUnread(unread.at(-1)?.id)
    if (!newest || unread.length === 0) return
    send('PUT /api/Notifications/own/read', {}, { upTo: newest.id })
      .then(() => queries.invalidateQueries({ queryKey: ownNews.queryKey }))
      // it is marked the next time
      .catch(() => undefined)
  }
  return (
    <BellPopup sum={answer?.total} at={dataUpdatedAt} onOpen={open}>
      {answer && entries.length === 0 && <NoNews />}
      {!answer && <p className="bell-none">{t('ui.bell.unknown')}</p>}
      <ul className="bell-news">
        {entries.map(({ id, title, text, path, at }) => (
          <li key={id}>
            <a
              href={path}
              data-closes-popup
              data-new={(firstUnread !== undefined && id >= firstUnread) || undefined}
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                history.push(path)
              }}
            >
              <span>
                <strong>{title}</strong>
                <span>{text}</span>
                <time dateTime={at}>
                  {intl.formatDate(at, { day: 'numeric', month: 'numeric', hour: '2-digit', minute: '2-digit' })}
                </time>
              </span>
              <i className="pi pi-chevron-right" aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </BellPopup>
  )
}
