import { lazy, type ReactNode, Suspense } from 'react';
import { useIdleLoad, useOnceOpened } from './idle-load.ts';

const loadDialog = () => import('./dialog-layer.tsx');
const DialogLayer = lazy(() => loadDialog().then((module) => ({ default: module.DialogLayer })));

export interface DialogProps {
  open: boolean;
  /** Called with false on Escape, a press on the backdrop and the close button. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Buttons at the bottom, the main one last. A form in `children` may bring its own with DialogFooter. */
  footer?: ReactNode;
  /** 480 px, 640 px when wide, 1120 px for pictures. */
  size?: 'md' | 'lg' | 'xl';
  children: ReactNode;
}

/** A short task that blocks. Focus returns to what opened it. */
export function Dialog(props: DialogProps) {
  useIdleLoad(loadDialog);
  const wasOpened = useOnceOpened(props.open);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DialogLayer
        {...props}
        footer={props.footer ? <DialogFooter>{props.footer}</DialogFooter> : null}
      />
    </Suspense>
  );
}

/** The line of buttons. Inside a form in a dialog: `<DialogFooter>` as the form's last child. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2 border-t border-border px-5 py-3 [form_&]:-mx-5 [form_&]:mt-[18px] [form_&]:-mb-[18px]">
      {children}
    </div>
  );
}
