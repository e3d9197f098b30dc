# The mailbox scanner. Build from the repository's root:
#   docker build -f docs/deploy/scanner.Dockerfile -t boxoffice-scanner .
#   docker run -d --restart unless-stopped --read-only --memory 256m --cap-drop ALL \
#     --env-file /etc/boxoffice-scanner.env boxoffice-scanner
# The file (mode 0600) holds SCANNER_URL and SCANNER_TOKEN; on the command line the token would be visible to others.
# To pin the content of the base image, too: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:...
# It opens no port and writes no file. Own certificate authorities: mount them and set NODE_EXTRA_CA_CERTS.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The scanner runs from its sources; only the libraries it imports are kept.
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && mkdir -p /kept/node_modules \
  && node -e "const l=require('./package-lock.json').packages,fs=require('fs');const seen=new Set(),todo=['imapflow','libmime','iconv-lite','htmlparser2','css-tree','entities','zod'];while(todo.length){const n=todo.pop();if(seen.has(n))continue;seen.add(n);todo.push(...Object.keys(l['node_modules/'+n]?.dependencies??{}));}for(const n of seen)fs.cpSync('node_modules/'+n,'/kept/node_modules/'+n,{recursive:true})"

FROM ${NODE_IMAGE}
# One heap of the C library for all threads: several leave gaps of 40 MB. Free memory goes back to the system at once.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=packages /kept/node_modules ./node_modules
COPY package.json ./
COPY shared ./shared
COPY mail-lines ./mail-lines
COPY code-finder/index.ts ./code-finder/index.ts
COPY code-finder/src ./code-finder/src
COPY code-finder/model ./code-finder/model
COPY sidecar ./sidecar
USER node
STOPSIGNAL SIGTERM
CMD ["node", "--max-old-space-size=48", "--max-semi-space-size=2", "sidecar/main.ts"]
