/**
 * `iot.photos`: the photos of a container, one at a time. Opened from a container, it begins with the newest photo; opened from a photo,
 * with that one. PrimeReact's Galleria shows them. The arrow keys, Home and End change the photo.
 */
import { useQuery } from '@tanstack/react-query'
import { Galleria } from 'primereact/galleria'
import { type KeyboardEvent, useState } from 'react'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { Prime } from '../../parts/prime/Prime.tsx'
import type { TabPartProps } from '../../parts/registry.ts'
import { minuteText } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import { movedTo } from './moves.ts'
import './photos.css'

export interface Photo {
  readonly id: number
  readonly fileUrl: string
  readonly originalFileName: string
  readonly createdDate: string
}

export default function PhotosView({ id, row, close }: TabPartProps) {
  const t = useText()
  const isPhoto = typeof row?.containerId === 'number'
  const containerId = isPhoto ? Number(row.containerId) : id
  const { data, error, isPending, refetch } = useQuery({
    ...query('iot.container', '/IoT/container/:id', { id: containerId }),
    select: ({ data: { photos } }) => photos
  })
  const [photoId, setPhotoId] = useState<number | undefined>(isPhoto ? id : undefined)
  if (isPending) return <Skeleton rows={10} />
  if (!data) return <Failed error={error} retry={() => void refetch()} />
  return (
    <div className="photos">
      {data.length > 0 ? (
        <Carousel photos={data} chosen={photoId} onChoose={setPhotoId} onRetry={() => void refetch()} />
      ) : (
        <p className="photos-none">{t('photos.none')}</p>
      )}
      <div className="parts-form-end">
        <button type="button" className="button" onClick={close} data-autofocus={data.length < 2 || undefined}>
          {t('ui.close')}
        </button>
      </div>
    </div>
  )
}

interface CarouselProps {
  readonly photos: readonly Photo[]
  /** The photo that is shown. If it does not exist any more, the first one is shown. */
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
  readonly onRetry: () => void
}

function Carousel({ photos, chosen, onChoose, onRetry }: CarouselProps) {
  const t = useText()
  const index = Math.max(
    0,
    photos.findIndex(({ id }) => id === chosen)
  )
  const photo = photos[index]
  const show = (at: number): void => {
    const next = photos[at]
    if (next) onChoose(next.id)
  }
  const onKey = (event: KeyboardEvent): void => {
    const to = movedTo(event.key, index, photos.length)
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }
  const count = photos.length
  if (!photo) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons within, for all of it
    <div className="photos-carousel" onKeyDown={onKey}>
      <Prime>
        <Galleria
          unstyled
          value={[...photos]}
          activeIndex={index}
          onItemChange={({ index: at }) => show(at)}
          item={(shown: Photo) => (
            <Picture key={shown.fileUrl} photo={shown} at={index + 1} count={count} onRetry={onRetry} />
          )}
          showItemNavigators={count > 1}
          showThumbnails={false}
          circular
          itemPrevIcon={<i className="pi pi-chevron-left" aria-hidden="true" />}
          itemNextIcon={<i className="pi pi-chevron-right" aria-hidden="true" />}
          pt={{
            root: { className: 'photos-root', 'aria-label': t('iot.containerPanel.photos') },
            content: { className: 'photos-content', 'aria-live': 'polite' },
            itemContainer: { className: 'photos-stage' },
            item: { className: 'photos-item', 'aria-label': t('photos.count', { at: index + 1, count }) },
            previousItemButton: { className: 'button icon photos-previous', 'aria-label': t('photos.previous') },
            nextItemButton: {
              className: 'button icon photos-next',
              'aria-label': t('photos.next'),
              ...({ 'data-autofocus': true } as object)
            }
          }}
        />
      </Prime>
      <p className="photos-caption">
        <span className="photos-name">{photo.originalFileName}</span>
        <time dateTime={photo.createdDate}>{minuteText(photo.createdDate)}</time>
        <span>{t('photos.count', { at: index + 1, count })}</span>
        <a href={photo.fileUrl} target="_blank" rel="noreferrer">
          {t('photos.open')}
        </a>
      </p>
    </div>
  )
}

interface PictureProps {
  readonly photo: Photo
  readonly at: number
  readonly count: number
  readonly onRetry: () => void
}

/** The picture; or an error if it could not be loaded, because its address has expired or the server cannot be reached. */
function Picture({ photo: { fileUrl, originalFileName }, at, count, onRetry }: PictureProps) {
  const t = useText()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  if (state === 'failed')
    return (
      <div className="photos-failed">
        <i className="pi pi-image" aria-hidden="true" />
        <p>{t('photos.failed')}</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            setState('loading')
            setAttempt(before => before + 1)
            onRetry()
          }}
        >
          {t('ui.retry')}
        </button>
      </div>
    )
  return (
    <img
      key={attempt}
      src={fileUrl}
      alt={t('photos.alt', { at, count, name: originalFileName })}
      data-state={state}
      onLoad={() => setState('shown')}
      onError={() => setState('failed')}
    />
  )
}
