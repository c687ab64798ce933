import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get } from '../../api.ts'
import type { Row } from '../../parts/list/useRows.ts'
import { onPositions } from './positions.ts'

export interface Container extends Row {
  readonly containerNumber: string | null
  readonly description: string | null
  readonly status: number
  readonly imei: string
  readonly serNo: string | null
  readonly lastActiveDate: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly currentBatteryLevel: number | null
  readonly currentBatteryStatus: number
  readonly internalStoreName: string | null
  readonly assignedInternalStoreName: string | null
  readonly closestCompanyName: string | null
  readonly closestReceptionPlaceAddress: string | null
  /** Metres. */
  readonly closestReceptionPlaceDistance: number | null
}

/** Loads a container, and again whenever it has moved. */
export function useContainer(id: number | undefined) {
  const queries = useQueryClient()
  useEffect(
    () =>
      onPositions(deltas => {
        if (deltas.some(delta => delta.id === id)) queries.invalidateQueries({ queryKey: ['iot.container', id] })
      }),
    [id, queries]
  )
  return useQuery({
    queryKey: ['iot.container', id],
    queryFn: async ({ signal }) => (await get<{ data: Container }>(`/IoT/container/${id}`, undefined, { signal })).data,
    enabled: id !== undefined
  })
}
