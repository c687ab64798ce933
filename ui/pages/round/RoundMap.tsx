/** The stops of the round on the map, beside their list where the window is wide enough. */
import { useText } from '../../i18n.ts'
import { WayMap } from '../map/WayMap.tsx'
import { stopState, type WorkedStop } from './worked.ts'

interface RoundMapProps {
  readonly stops: readonly WorkedStop[]
}

export default function RoundMap({ stops }: RoundMapProps) {
  const t = useText()
  const places = stops.map(({ latitude, longitude, state }, at) => ({
    at: latitude === null || longitude === null ? undefined : { latitude, longitude },
    label: String(at + 1),
    done: state !== stopState.open
  }))
  return <WayMap label={t('round.map')} start={null} places={places} />
}
