/** What the small maps outside the map page need: the types of tiles, and the colours of the theme. */
import { useMemo } from 'react'
import type { MapData } from '../../../modules/iot/map.ts'
import { usePage } from '../../metadata.ts'
import { useDark } from '../../theme/theme.ts'
import { currentColours } from './colours.ts'
import type { Colours } from './shapes.ts'
import type { MapType } from './tiles.ts'

const noTypes: readonly MapType[] = []

/** The types of tiles that the installation offers; undefined until they are loaded. */
export function useOfferedTypes(): readonly MapType[] | undefined {
  const { data, isError } = usePage('iot.map')
  if (isError) return noTypes
  return data && 'data' in data ? (data.data as MapData).mapTypes : undefined
}

export function useMapColours(): Colours {
  const dark = useDark()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens' colours change with the theme
  return useMemo(() => currentColours(), [dark])
}
