import { clsx } from 'clsx';
import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

interface ErrorStateProps {
  /** "Prices could not be loaded". */
  title: string;
  /** The reason, and what still works. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** True while the retry runs. */
  retrying?: boolean;
  /** Beside Retry. */
  actions?: ReactNode;
  /** The id of the failed call, with a copy button. */
  requestId?: string | undefined;
  headingLevel?: 2 | 3;
  className?: string;
}

/** A failure in place of the content: what failed, why, Retry, and the request id for support. */
export function ErrorState({
  title,
  children,
  onRetry,
  retrying = false,
  actions,
  requestId,
  headingLevel = 2,
  className,
}: ErrorStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div
      role="alert"
      className={clsx('flex flex-col items-center gap-1 px-6 py-9 text-center', className)}
    >
      <CloudOff className="mb-2.5 size-7.5 text-danger-text" strokeWidth={1.5} />
      <Heading className="text-md font-semibold">{title}</Heading>
      {children ? <div className="max-w-[48ch] text-pretty text-text-muted">{children}</div> : null}
      {onRetry || actions ? (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {onRetry ? (
            <Button variant="primary" busy={retrying} icon={<RotateCw />} onClick={onRetry}>
              Retry
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
      {requestId ? (
        <p className="mt-2.5 flex items-center gap-1 text-xs text-text-muted">
          Request ID <span className="mono">{requestId}</span>
          <CopyButton text={requestId} label="Copy request ID" />
        </p>
      ) : null}
    </div>
  );
}
