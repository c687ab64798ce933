import { registerBeside, registerBoard, registerControl, registerPart } from '../../parts/registry.ts'

registerBeside('orders.besideDay', () => import('./BesideDay.tsx'))
registerBoard('orders.board', () => import('./board/Board.tsx'))
registerControl('orders.calledOffNotice', () => import('./CalledOffNotice.tsx'))
registerControl('orders.driver', () => import('./DriverPicker.tsx'))
registerControl(
  'orders.notices',
  () => import('./NoticesControl.tsx'),
  async () => (await import('./notices.ts')).proposedRecipients
)
registerControl(
  'orders.proposedVehicle',
  () => import('./ProposedVehicle.tsx'),
  async () => (await import('./vehiclesQuery.ts')).proposedVehicle
)
registerControl('planning.vehicle', () => import('./VehiclePicker.tsx'))
registerPart('orders.route', () => import('./RouteView.tsx'))
