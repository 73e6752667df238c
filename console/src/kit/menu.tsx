import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { Blocks, House, MessageSquare, Wallet } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { NavMenu } from '../ui/nav-menu.tsx'
import type { NavItem } from '../ui/nav-tree.ts'
import { Row } from './row.tsx'

const items: readonly NavItem[] = [
  { title: 'kit.home', icon: House, path: '/' },
  {
    title: 'kit.messaging',
    icon: MessageSquare,
    pages: [
      { title: 'kit.logs', path: '/sms/logs' },
      { title: 'kit.templates', path: '/sms/templates' },
    ],
  },
  { title: 'kit.finance', icon: Wallet, pages: [{ title: 'kit.topUp', path: '/topup' }] },
  { title: 'kit.extensions', icon: Blocks, pages: [{ title: 'kit.receipts', path: '/extensions/sms-dlr' }] },
]

const message: string = '/sms/logs/7'

function Console() {
  const navigate = useNavigate()
  return (
    <div className="grid w-full gap-3">
      <div className="w-60 border border-line bg-sunken py-3">
        <NavMenu label="Pages of the example" items={items} />
      </div>
      <div className="flex gap-2">
        <Button size="small" onClick={() => void navigate({ to: message })}>
          Go to a message
        </Button>
        <Button size="small" onClick={() => void navigate({ to: '/' })}>
          Go home
        </Button>
      </div>
      <Outlet />
    </div>
  )
}

/** A router of its own, with addresses in memory. */
function newRouter() {
  const root = createRootRoute({ component: Console })
  const anyPage = createRoute({ getParentRoute: () => root, path: '$' })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  return createRouter({ routeTree: root.addChildren([anyPage]), history })
}

/** The side menu with its groups, at most one of them open. */
export function Menu() {
  const [router] = useState(newRouter)
  return (
    <Row title="Menu">
      <RouterProvider router={router} />
    </Row>
  )
}
