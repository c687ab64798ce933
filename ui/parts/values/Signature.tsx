/** A signature as it was drawn. Its value is the path of an SVG in a box of 600 × 240 (`ui/driver/SignaturePad.tsx`). */
import './picture.css'

export function Signature({ path }: { readonly path: string }) {
  return (
    <span className="parts-signature">
      {/* who signed stands beside it */}
      <svg viewBox="0 0 600 240" aria-hidden="true">
        <path d={path} />
      </svg>
    </span>
  )
}
