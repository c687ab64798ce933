/** Lets files be dropped on a control, in addition to its input. */
import { type DragEvent, useState } from 'react'

/** Attributes of the element on which files may be dropped. A read-only control accepts none. */
export function useFileDrop(readOnly: boolean, take: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const isTaken = (event: DragEvent): boolean => !readOnly && event.dataTransfer.types.includes('Files')
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent): void {
      if (!isTaken(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent): void {
      if (!isTaken(event)) return
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    }
  }
}
