import { lazy, Suspense } from 'react'

const DrawerLayer = lazy(() => import('./drawer-layer.tsx'))

/** The side menu of narrow screens. */
export function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? (
    <Suspense>
      <DrawerLayer onClose={onClose} />
    </Suspense>
  ) : null
}
