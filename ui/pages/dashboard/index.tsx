/** Home of the back office: what waits now, live, and how the orders stood on a day. */
import { Statistics } from './Statistics.tsx'
import { Tiles } from './Tiles.tsx'
import './dashboard.css'

export default function Dashboard() {
  return (
    <div className="dash">
      <Tiles />
      <Statistics />
    </div>
  )
}
