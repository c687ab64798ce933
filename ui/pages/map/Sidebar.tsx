/** The list of points beside the map; in a narrow window a sheet at its bottom that can be pulled up. */
import type { PointerEvent, ReactNode } from 'react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Empty, Failed, Skeleton } from '../../elements/states.tsx'
import { useTypedText } from '../../elements/useTypedText.ts'
import { useText } from '../../i18n.ts'
import { Layers } from './Layers.tsx'
import { PointList } from './PointList.tsx'
import type { Layer } from './points.ts'
import { byUrgency, passing } from './points.ts'
import type { Scene } from './scene.ts'

interface SidebarProps {
  readonly scene: Scene
  /** Changes with the points and the view. */
  readonly version: number
  readonly ready: boolean
  readonly pending: boolean
  readonly failed: { readonly error: unknown; readonly retry: () => void } | undefined
  /** The layers that the person may see, and those of them that are switched on. */
  readonly offered: readonly Layer[]
  readonly shown: ReadonlySet<Layer>
  /** Keys of the points to list instead of those in view: the members of a clicked cluster. */
  readonly members: readonly string[] | undefined
  readonly search: string
  readonly silent: boolean
  readonly chosen: string | undefined
  readonly narrow: boolean
  /** Shown in place of the list, in a narrow window. */
  readonly panel: ReactNode
  readonly onLayers: (layers: readonly Layer[]) => void
  readonly onSearch: (search: string) => void
  readonly onSilent: (silent: boolean) => void
  readonly onMembers: (keys: readonly string[] | undefined) => void
  readonly onChoose: (key: string) => void
}

const emptyBox = { west: 0, south: 0, east: 0, north: 0 }
const searchMs = 500
/** Pixels. */
const minSwipe = 24

export function Sidebar(props: SidebarProps) {
  const { narrow, panel, members, chosen } = props
  const [open, setOpen] = useState(members !== undefined || chosen !== undefined)
  const [last, setLast] = useState({ members, chosen })
  if (last.members !== members || last.chosen !== chosen) {
    setLast({ members, chosen })
    // a click on the map opens the sheet with what was clicked
    if (members || chosen) setOpen(true)
  }
  return (
    <section className="map-side" data-open={open || undefined} data-panel={panel ? true : undefined}>
      {narrow && <SheetHandle open={open} onOpen={setOpen} />}
      {panel || <PointBrowser {...props} />}
    </section>
  )
}

/** Opens and closes the sheet, by a click or a swipe. */
function SheetHandle({ open, onOpen }: { readonly open: boolean; readonly onOpen: (open: boolean) => void }) {
  const t = useText()
  const from = useRef<number>(undefined)
  const swiped = useRef(false)
  const start = (event: PointerEvent): void => {
    from.current = event.clientY
    swiped.current = false
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    if (from.current === undefined) return
    const distance = event.clientY - from.current
    if (Math.abs(distance) < minSwipe) return
    swiped.current = true
    from.current = undefined
    onOpen(distance < 0)
  }
  return (
    <button
      type="button"
      className="map-handle"
      aria-expanded={open}
      aria-label={t('map.list.toggle')}
      onPointerDown={start}
      onPointerMove={move}
      onClick={() => !swiped.current && onOpen(!open)}
    >
      <span aria-hidden="true" />
    </button>
  )
}

function PointBrowser(props: SidebarProps) {
  const { scene, version, ready, pending, failed, offered, shown, members, chosen, silent } = props
  const t = useText()
  const { text, setText } = useTypedText({ value: props.search, delay: searchMs, onSend: props.onSearch })
  const search = useDeferredValue(text)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scene is changed in place, and `version` changes with it
  const { list, counts } = useMemo(() => {
    const box = ready ? (scene.handle?.box() ?? emptyBox) : emptyBox
    const view = scene.store.inView(box, shown, { passes: passing({ search: '', silent }) })
    if (members) {
      const here = members.flatMap(key => scene.store.get(key) ?? [])
      return { ...view, list: byUrgency(here, Date.now()) }
    }
    return search.trim() ? { ...view, list: scene.store.find(passing({ search, silent }), shown) } : view
  }, [scene, version, ready, shown, search, silent, members])
  const hover = (key: string | undefined): void => scene.paint({ hovered: key })
  const title = members ? 'map.here' : search.trim() ? 'map.found' : 'map.inView'
  return (
    <>
      {members ? (
        <button type="button" className="button quiet map-back" onClick={() => props.onMembers(undefined)}>
          <i className="pi pi-arrow-left" aria-hidden="true" />
          {t('map.back')}
        </button>
      ) : (
        <search className="map-search">
          <i className="pi pi-search" aria-hidden="true" />
          <input
            type="search"
            className="input"
            value={text}
            onChange={event => setText(event.target.value)}
            placeholder={t('map.search')}
            aria-label={t('map.search')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </search>
      )}
      <h2 className="map-count">{t(title, { count: list.length })}</h2>
      {!members && (
        <Layers
          offered={offered}
          shown={shown}
          counts={counts}
          silent={silent}
          onChange={props.onLayers}
          onSilent={props.onSilent}
        />
      )}
      {failed && <Failed {...failed} />}
      {pending && list.length === 0 && <Skeleton rows={6} />}
      {!pending && !failed && list.length === 0 && (
        <Empty
          icon="map-marker"
          title={t('map.empty')}
          text={t(search.trim() ? 'map.empty.search' : 'map.empty.view')}
        />
      )}
      {list.length > 0 && (
        <PointList
          label={t(title, { count: list.length })}
          points={list}
          chosen={chosen}
          onChoose={props.onChoose}
          onHover={hover}
        />
      )}
    </>
  )
}
