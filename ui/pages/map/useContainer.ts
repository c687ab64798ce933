import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reads } from '../../answers.ts'
import { dataOf, query } from '../../query.ts'
import { onPositions } from './positions.ts'

export type Container = Reads['/IoT/container/:id']['data']

/** What is read of a container, and changes as it moves. */
const ofContainer = ['/IoT/container/:id', '/IoT/container/:id/history'] as const

/** Loads a container, and again whenever it has moved. */
export function useContainer(id: number | undefined) {
  const queries = useQueryClient()
  useEffect(
    () =>
      onPositions(deltas => {
        if (!deltas.some(delta => delta.id === id)) return
        for (const path of ofContainer)
          queries.invalidateQueries({ queryKey: query('iot.container', path, { id }).queryKey })
      }),
    [id, queries]
  )
  return useQuery({
    ...query('iot.container', '/IoT/container/:id', { id }),
    select: dataOf,
    enabled: id !== undefined
  })
}
