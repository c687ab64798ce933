/**
 * The corners of a border that is being drawn, as handles on the map. They are dragged by mouse or finger, moved by the arrow keys
 * (with Shift ten times as far), and removed by Delete. A small handle in the middle of each side adds a corner there. It is shown
 * only if it is far enough from the other handles.
 */
import type { LeafletEvent, LeafletKeyboardEvent, Map as LeafletMap, Marker as LeafletMarker } from 'leaflet'
import { DivIcon } from 'leaflet'
import { useEffect, useReducer, useRef } from 'react'
import { Marker, useMap, useMapEvent } from 'react-leaflet'
import type { Corner } from '../../../src/contract/polygon.ts'
import { useText } from '../../i18n.ts'
import type { Drawing } from './border.ts'
import { cornerAt, inserted, leastCorners, moved, placedAt, removed } from './border.ts'
import './border.css'

const cornerIcon = new DivIcon({ className: 'border-handle', iconSize: [40, 40] })
const betweenIcon = new DivIcon({ className: 'border-handle border-between', iconSize: [28, 28] })

/** The least distance in pixels at which two handles can be pressed separately. */
const leastDistance = 40

/** The movement in pixels for each key. */
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
}

function stepped(map: LeafletMap, corner: Corner, [x, y]: readonly [number, number], far: number): Corner {
  const { lat, lng } = map.containerPointToLatLng(
    map.latLngToContainerPoint([corner.latitude, corner.longitude]).add([x * far, y * far])
  )
  return cornerAt({ latitude: lat, longitude: lng })
}

const middleOf = (from: Corner, to: Corner): Corner => ({
  latitude: (from.latitude + to.latitude) / 2,
  longitude: (from.longitude + to.longitude) / 2
})

export function BorderHandles({ drawing: { corners, change } }: { readonly drawing: Drawing }) {
  const t = useText()
  const map = useMap()
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  useMapEvent('zoomend', drawAgain)
  const elements = useRef(new Map<number, LeafletMarker>())
  /** The index of the corner that gets the focus once it is drawn. */
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    elements.current.get(wanted.current)?.getElement()?.focus()
    wanted.current = undefined
  })
  const remove = (index: number): void => {
    wanted.current = Math.min(index, corners.length - 2)
    change(removed(corners, index))
  }
  const insert = (index: number, corner: Corner): void => {
    wanted.current = index
    change(inserted(corners, index, corner))
  }
  const onKey = (index: number, corner: Corner, { originalEvent: event }: LeafletKeyboardEvent): void => {
    const step = steps[event.key]
    if (step) change(moved(corners, index, stepped(map, corner, step, event.shiftKey ? 10 : 1)))
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const pointOf = ({ latitude, longitude }: Corner) => map.latLngToLayerPoint([latitude, longitude])
  const handles = corners.flatMap(typed => placedAt(typed) ?? []).map(pointOf)
  /** Whether there is room for a handle here. If so, the room is then taken. */
  const takesPlace = (at: Corner): boolean => {
    const point = pointOf(at)
    if (handles.some(other => other.distanceTo(point) < leastDistance)) return false
    handles.push(point)
    return true
  }
  return corners.map((typed, index) => {
    const corner = placedAt(typed)
    if (!corner) return null
    const next = placedAt(corners[(index + 1) % corners.length] ?? {})
    const middle = next && corners.length >= leastCorners ? middleOf(corner, next) : undefined
    return [
      <Handle
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner has nothing but its place in the row
        key={`corner ${index}`}
        at={corner}
        icon={cornerIcon}
        label={t('map.border.corner', { at: index + 1 })}
        onMarker={marker => {
          if (marker) elements.current.set(index, marker)
          else elements.current.delete(index)
        }}
        onDrag={to => change(moved(corners, index, to))}
        onKey={event => onKey(index, corner, event)}
      />,
      middle && takesPlace(middle) && (
        <Handle
          // biome-ignore lint/suspicious/noArrayIndexKey: a side has nothing but its place in the row
          key={`side ${index}`}
          at={middle}
          icon={betweenIcon}
          label={t('map.border.between', { at: index + 1 })}
          onPress={at => insert(index + 1, at)}
        />
      )
    ]
  })
}

interface HandleProps {
  readonly at: Corner
  readonly icon: DivIcon
  readonly label: string
  readonly onMarker?: (marker: LeafletMarker | null) => void
  /** Without it, the handle cannot be moved. */
  readonly onDrag?: (to: Corner) => void
  readonly onKey?: (event: LeafletKeyboardEvent) => void
  /** A click, Enter or Space. */
  readonly onPress?: (at: Corner) => void
}

function Handle({ at, icon, label, onMarker, onDrag, onKey, onPress }: HandleProps) {
  const marker = useRef<LeafletMarker>(null)
  useEffect(() => {
    marker.current?.getElement()?.setAttribute('aria-label', label)
  }, [label])
  const keydown = (event: LeafletKeyboardEvent): void => {
    onKey?.(event)
    if (!onPress || !['Enter', ' '].includes(event.originalEvent.key)) return
    event.originalEvent.preventDefault()
    onPress(at)
  }
  return (
    <Marker
      ref={created => {
        marker.current = created
        onMarker?.(created)
      }}
      position={[at.latitude, at.longitude]}
      icon={icon}
      draggable={onDrag !== undefined}
      autoPan
      eventHandlers={{
        drag: (event: LeafletEvent) => {
          const { lat, lng } = (event.target as LeafletMarker).getLatLng()
          onDrag?.(cornerAt({ latitude: lat, longitude: lng }))
        },
        keydown,
        click: () => onPress?.(at)
      }}
    />
  )
}
