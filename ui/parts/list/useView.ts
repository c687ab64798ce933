/** The list as the view of the URL begins it; without a view, or with one that the page does not have, the page as it stands. */
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { listOfView, viewIn } from './listUrl.ts'

export function useListOfView(list: ListMetadata): ListMetadata {
  const name = useRouterState({ select: state => viewIn(state.location.searchStr) })
  return useMemo(
    () =>
      listOfView(
        list,
        list.views.find(view => view.name === name)
      ),
    [list, name]
  )
}
