/** The route on the map: a line from the store through the places in their order, each with its number. */
import { useText } from '../../i18n.ts'
import { WayMap } from '../map/WayMap.tsx'
import { type Leg, pointOf } from './route.ts'

interface RouteMapProps {
  readonly start: { readonly latitude: number; readonly longitude: number } | null
  readonly legs: readonly Leg[]
}

export default function RouteMap({ start, legs }: RouteMapProps) {
  const t = useText()
  const places = legs.map(({ unit }, at) => ({
    at: pointOf(unit.stops[0]),
    label: String(at + 1),
    done: unit.finished
  }))
  return (
    <div className="route-map">
      <WayMap label={t('planning.route.map')} start={start} places={places} />
    </div>
  )
}
