import type { FieldPartProps } from '../../parts/registry.ts'
import { VehicleBox } from './VehiclePicker.tsx'

export default function ProposedVehicle(props: FieldPartProps) {
  return <VehicleBox {...props} withRoute proposes />
}
