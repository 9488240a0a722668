# The app for self-hosting, on a CPU, as a user without rights:
#   docker build -t speculative-explorer . && docker run --read-only --tmpfs /tmp -v weights:/weights -p 7860:7860 speculative-explorer
# Nothing is installed with apt: torch's wheel brings its libgomp, and slim images have libstdc++.
# Python is process 1, so `docker stop` reaches it: docs/hosting.md says what it does then.
FROM python:3.11-slim
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 EXPLORER_HOME=/weights EXPLORER_PUBLIC=1 \
    HF_HOME=/weights/hub GRADIO_TEMP_DIR=/tmp/gradio
RUN useradd --create-home --uid 1000 explorer && mkdir /weights && chown explorer /weights
WORKDIR /app
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir --index-url https://download.pytorch.org/whl/cpu "$(grep '^torch==' constraints.txt)+cpu" \
    && pip install --no-cache-dir -r requirements.txt -c constraints.txt
COPY app.py ./
COPY decoders decoders
COPY explorer explorer
COPY assets assets
USER 1000
VOLUME /weights
EXPOSE 7860
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:7860/healthz', timeout=4)"]
CMD ["python", "app.py", "--host", "0.0.0.0"]
