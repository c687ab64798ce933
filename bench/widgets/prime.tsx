/** Widgets of PrimeReact as a page of ours would use them, opened, with labels that a person needs. The address names one: `/?DataTable`. */
import { PrimeReactProvider } from 'primereact/api'
import { AutoComplete } from 'primereact/autocomplete'
import { Calendar } from 'primereact/calendar'
import { Column } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { Dialog } from 'primereact/dialog'
import { FileUpload } from 'primereact/fileupload'
import { Galleria } from 'primereact/galleria'
import { InputNumber } from 'primereact/inputnumber'
import { Menu } from 'primereact/menu'
import { MultiSelect } from 'primereact/multiselect'
import { OverlayPanel } from 'primereact/overlaypanel'
import { Steps } from 'primereact/steps'
import { TabPanel, TabView } from 'primereact/tabview'
import { Toast } from 'primereact/toast'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Order {
  readonly id: number
  readonly number: string
  readonly client: string
  readonly place: string
  readonly amount: string
}

const orders: Order[] = Array.from({ length: 200 }, (_, at) => ({
  id: at,
  number: `Z/2026/${String(at + 1).padStart(6, '0')}`,
  client: 'Przedsiębiorstwo Usług Komunalnych – Pabianice sp. z o.o.',
  place: '95-200 Pabianice, ul. Warszawska 36',
  amount: '1 340,00'
}))

function OrderTable() {
  const [selection, setSelection] = useState<Order[]>(orders.slice(0, 2))
  return (
    <DataTable
      value={orders}
      dataKey="id"
      scrollable
      scrollHeight="500px"
      selectionMode="multiple"
      selection={selection}
      onSelectionChange={event => setSelection(event.value as Order[])}
      virtualScrollerOptions={{ itemSize: 46 }}
    >
      <Column selectionMode="multiple" />
      <Column field="number" header="Numer" sortable />
      <Column
        header="Klient"
        body={(order: Order) => (
          <>
            <div>{order.client}</div>
            <div>{order.place}</div>
          </>
        )}
      />
      <Column field="amount" header="Wartość netto" sortable />
    </DataTable>
  )
}

function ClientBox() {
  const [value, setValue] = useState('')
  const [clients, setClients] = useState<string[]>([])
  return (
    <label htmlFor="client">
      Klient
      <AutoComplete
        inputId="client"
        dropdown
        value={value}
        suggestions={clients}
        completeMethod={() => setClients(['Opony Biłgoraj', 'Opony Brzeg', 'Opony Bytom'])}
        onChange={event => setValue(event.value as string)}
      />
    </label>
  )
}

function ViewPanel() {
  const panel = useRef<OverlayPanel>(null)
  return (
    <>
      <button type="button" id="opener" onClick={event => panel.current?.toggle(event)}>
        Widok
      </button>
      <OverlayPanel ref={panel}>
        <label>
          Nazwa widoku <input />
        </label>
      </OverlayPanel>
    </>
  )
}

function Accepted() {
  const toast = useRef<Toast>(null)
  useEffect(() => toast.current?.show({ severity: 'success', summary: 'Przyjęto 3 zamówienia', sticky: true }), [])
  return <Toast ref={toast} />
}

const commands = [{ label: 'Przyjmij' }, { label: 'Anuluj' }, { label: 'Drukuj kartę' }]

/** Each widget by its name. */
const examples: Record<string, () => ReactNode> = {
  AutoComplete: () => <ClientBox />,
  Calendar: () => (
    <label htmlFor="day">
      Data odbioru
      <Calendar inputId="day" value={new Date(2026, 10, 23)} dateFormat="dd.mm.yy" showIcon showButtonBar />
    </label>
  ),
  DataTable: () => <OrderTable />,
  Dialog: () => (
    <Dialog
      visible
      header="Zakończ zamówienie"
      onHide={() => undefined}
      footer={<button type="button">Zakończ</button>}
    >
      <label>
        Odebrana ilość <input />
      </label>
    </Dialog>
  ),
  FileUpload: () => <FileUpload name="photos" multiple accept="image/*" maxFileSize={10_000_000} customUpload />,
  Galleria: () => (
    <Galleria
      value={[{ source: '/pixel.png' }, { source: '/pixel.png' }]}
      showItemNavigators
      showThumbnails={false}
      item={() => <img src="/pixel.png" alt="Kontener" />}
    />
  ),
  InputNumber: () => (
    <label htmlFor="tonnes">
      Ilość
      <InputNumber inputId="tonnes" value={1.5} minFractionDigits={2} locale="pl-PL" suffix=" t" showButtons />
    </label>
  ),
  Menu: () => <Menu model={commands} />,
  MultiSelect: () => (
    <label htmlFor="codes">
      Kody
      <MultiSelect
        inputId="codes"
        value={['a']}
        options={[
          { label: '95-200', value: 'a' },
          { label: '95-201', value: 'b' }
        ]}
      />
    </label>
  ),
  OverlayPanel: () => <ViewPanel />,
  Steps: () => (
    <Steps model={[{ label: 'Złożone' }, { label: 'Przyjęte' }, { label: 'Zaplanowane' }]} activeIndex={1} readOnly />
  ),
  TabView: () => (
    <TabView>
      <TabPanel header="Szczegóły">Z/2026/000902</TabPanel>
      <TabPanel header="Historia">Przyjęto</TabPanel>
    </TabView>
  ),
  Toast: () => <Accepted />
}

const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce
const example = examples[location.search.slice(1)]
const root = document.getElementById('root')
if (example && root)
  createRoot(root).render(
    <PrimeReactProvider value={{ ripple: false, ...(nonce && { nonce }) }}>
      <main>
        <h1>{location.search.slice(1)}</h1>
        {example()}
      </main>
    </PrimeReactProvider>
  )
