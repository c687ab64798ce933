/** What a small map of its own needs beside the map page: the types of tiles on offer, and the colours of the theme. */
import { useEffect, useState } from 'react'
import type { MapData } from '../../../modules/iot/map.ts'
import { usePage } from '../../metadata.ts'
import { useDark } from '../../theme/theme.ts'
import { currentColours } from './colours.ts'
import type { Colours } from './shapes.ts'
import type { MapType } from './tiles.ts'

const noTypes: readonly MapType[] = []

/** What tiles the map page may show; undefined until they are known. */
export function useOfferedTypes(): readonly MapType[] | undefined {
  const { data, isError } = usePage('iot.map')
  if (isError) return noTypes
  return data && 'data' in data ? (data.data as MapData).mapTypes : undefined
}

export function useMapColours(): Colours {
  const dark = useDark()
  const [colours, setColours] = useState(currentColours)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens' colours change with the theme
  useEffect(() => setColours(currentColours()), [dark])
  return colours
}
