/**
 * The day of a page that shows one day at a time. The address always names it, as a day and not as a word, so that a link shows everybody
 * the same; an address without one is completed by the day that the person looked at last.
 */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { dayMeant, dayOf, isDay } from '../../../../src/contract/days.ts'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { queryText } from '../../../urlQuery.ts'
import { dayToOpen, keepDay, keptDay } from './keptDay.ts'

/** @returns the day; undefined while the address is being completed, and for a list without a day */
export function useListDay({ name, day }: Pick<ListMetadata, 'name' | 'day'>): string | undefined {
  const { history } = useRouter()
  const [path] = useState(() => history.location.pathname)
  const key = day && `f.${day.filter}`
  const asked = useRouterState({
    select: ({ location }) => (key ? new URLSearchParams(location.searchStr).get(key) : null)
  })
  const shown = isDay(asked) ? asked : undefined
  useEffect(() => {
    // the address may be that of the next page already
    if (!key || history.location.pathname !== path) return
    const today = dayOf(new Date())
    if (shown) {
      keepDay(name, { day: shown, on: today })
      return
    }
    const meant = asked ? dayMeant(asked, today) : undefined
    const { pathname, search, hash, state } = history.location
    const params = new URLSearchParams(search)
    params.set(key, isDay(meant) ? meant : dayToOpen(keptDay(name), today))
    history.replace(`${pathname}${queryText(params)}${hash}`, state, { ignoreBlocker: true })
  }, [history, path, key, asked, shown, name])
  return shown
}
